#!/usr/bin/env node
import { runProgram } from './program.ts';

process.exit(await runProgram(process.argv.slice(2)));
