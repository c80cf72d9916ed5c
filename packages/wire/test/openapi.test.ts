import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiText } from '../scripts/openapi-text.ts';
import { httpRoutes } from '../src/http-routes.ts';
import { makeOpenApi } from '../src/openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, object>>;
}
interface Whole {
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, { readonly name: string }>> };
}
const whole: Whole = JSON.parse(JSON.stringify(makeOpenApi('1.2.3')));
const operations = Object.entries(whole.paths).flatMap(([path, verbs]) =>
  Object.values(verbs).map((operation) => ({ path, ...operation })),
);

describe('the OpenAPI description', () => {
  it('OA1 in docs/openapi.json matches the schemas: run `npm run x -- document` after changing them', () => {
    const text = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(text)).toEqual(JSON.parse(openApiText()));
  });

  it('OA2 contains every route exactly once', () => {
    expect(operations.map(({ operationId }) => operationId)).toEqual(Object.keys(httpRoutes));
  });

  it('OA3 has a required parameter for every path parameter, and no path in the router’s syntax', () => {
    for (const { path, parameters } of operations) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)).toEqual(places);
      expect(path).not.toContain(':');
    }
  });

  it('OA4 describes the refusals of every route', () => {
    for (const { path, responses } of operations)
      expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['400', '413', '429', '500']));
  });

  it('OA7 has what linters and generators of clients demand: tags, descriptions, security schemes, and the elements of lists', () => {
    const { info, tags, components } = whole;
    expect(info).toMatchObject({ contact: { name: expect.any(String) }, license: { name: 'MIT' } });
    expect(whole.servers).toEqual([{ url: '/' }]);
    const known = tags.map(({ name }) => name);
    for (const { path, operationId, parameters, security, ...operation } of operations) {
      expect(known, path).toEqual(expect.arrayContaining([...operation.tags]));
      expect([path, operation.tags.length]).toEqual([path, 1]);
      expect(operation.description.startsWith(operation.summary), path).toBe(true);
      const secrets = security.flatMap((one) => Object.keys(one)).map((name) => components.securitySchemes[name]);
      for (const secret of secrets) {
        expect(secret).toMatchObject({ type: 'apiKey', in: expect.stringMatching(/^(?:header|query)$/) });
        expect(parameters.map(({ name }) => name)).not.toContain(secret?.name);
      }
      const asked =
        operationId === 'dailyMailing'
          ? ['x-cron-key', 'key']
          : /^worker[AS][cu]/.test(operationId)
            ? ['x-worker-key']
            : [];
      expect(secrets.map((secret) => secret?.name)).toEqual(asked);
    }
    let lists = 0;
    JSON.stringify(whole, (_, value) => {
      if (value?.type === 'array') {
        lists += 1;
        expect(typeof value.items, JSON.stringify(value)).toBe('object');
        const { length = 0 } = value.prefixItems ?? {};
        if (value.prefixItems) expect([value.minItems, value.maxItems]).toEqual([length, length]);
      }
      return value;
    });
    expect(lists).toBeGreaterThan(50);
  });

  it('OA6 explains the displayed deviation wherever it is served', () => {
    const served = JSON.stringify(whole).split('"rd":').slice(1);
    expect(served.length).toBe(3);
    for (const rest of served) expect(rest).toMatch(/^\{"type":"number","description":"[^"]*350 − 48·k/);
  });

  it('OA5 has the ranges and defaults of the leaderboard’s query', () => {
    const leaderboard = operations.find(({ operationId }) => operationId === 'leaderboard');
    expect(leaderboard?.parameters).toMatchObject([
      { name: 'minGames', in: 'query', required: false, schema: { type: 'integer', default: 3 } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer', default: 50, maximum: 200 } },
      { name: 'countries', in: 'query', required: false, schema: { type: 'string' } },
    ]);
  });
});
