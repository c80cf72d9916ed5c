import { readFileSync } from 'node:fs';
import { checkResult, makeJob, resultFaults } from '@anchor/analysis';
import { acquireBody, acquired, job, submitBody, submitted, workerStatus } from '@anchor/wire';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const text = readFileSync(new URL('../../../../docs/worker-protocol.md', import.meta.url), 'utf8');
const shapes = { acquireBody, acquired, submitBody, submitted, workerStatus };
const examples = [...text.matchAll(/```json (\w+)\n([\s\S]*?)```/g)].map(([, name, body]) => ({ name, body }));

describe('docs/worker-protocol.md', () => {
  it('has examples of every shape, which the server accepts and sends', () => {
    expect(new Set(examples.map(({ name }) => name))).toEqual(new Set(Object.keys(shapes)));
    for (const { name, body } of examples) {
      const shape = Object.entries(shapes).find(([known]) => known === name)?.[1];
      expect(shape?.safeParse(JSON.parse(body ?? '')).error, name).toBeUndefined();
    }
  });

  it('has a job with its real key, and an accepted result', () => {
    const bodyOf = (name: string) => JSON.parse(examples.find((example) => example.name === name)?.body ?? '');
    const [question] = z.parse(z.object({ jobs: z.array(job) }), bodyOf('acquired')).jobs;
    const [answer] = submitBody.parse(bodyOf('submitBody')).results;
    expect(question).toEqual(makeJob(question!.req, question!));
    expect(answer?.key).toBe(question?.key);
    expect(checkResult(question!.req, answer?.result)).toMatchObject({ ok: true });
  });

  it('names every reason for refusing a result', () => {
    for (const name of Object.keys(resultFaults)) expect(text, name).toContain(`\`${name}\``);
  });
});
