#!/usr/bin/env node
import { runProgram } from './program.ts';
import { endWithReader } from './terminal.ts';

endWithReader();
process.exitCode = await runProgram(process.argv.slice(2));
