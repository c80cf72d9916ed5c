import * as z from 'zod/mini';
import {
  type Answer,
  type AnswerBody,
  commonAnswers,
  type HttpRoute,
  httpRoutes,
  type Parameter,
} from './http-routes.ts';
import { isOpenRoute } from './open-paths.ts';

const headerOfStatus: Readonly<Record<string, string>> = { '429': 'retry-after' };

/** Returns the OpenAPI 3.1 description of the HTTP interface, derived from the schemas of `httpRoutes`. */
export function makeOpenApi(version: string): object {
  const routes: [string, HttpRoute][] = Object.entries(httpRoutes);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Anchor',
      version,
      description:
        'A backgammon match service whose fairness anyone can check. Matches are played over the WebSocket at /ws. Pages of other origins ' +
        'may read the answers of operations with `x-other-origins` (CORS), refusals included, and files below /src/ and /packages/.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(
      routes.map(([name, route]) => [pathOf(route), { [verbOf(route)]: operation(name, route) }]),
    ),
    components: { responses: mapValues(commonAnswers, answer) },
  };
}

/** Converts a router path to OpenAPI’s syntax: `/records/:matchId{.json}` becomes `/records/{matchId}.json`. */
function pathOf({ path }: HttpRoute): string {
  return path.replace(/[{}]/g, '').replace(/[:*](\w+)/g, '{$1}');
}

function verbOf({ method }: HttpRoute): 'get' | 'post' {
  return method === 'POST' ? 'post' : 'get';
}

function operation(operationId: string, route: HttpRoute): object {
  const common = Object.keys(commonAnswers).map((status) => [status, { $ref: `#/components/responses/${status}` }]);
  return {
    operationId,
    summary: route.summary,
    ...(route.bucket && { 'x-rate-bucket': route.bucket }),
    ...(isOpenRoute(route) && { 'x-other-origins': true }),
    ...(route.method === 'POST' ? {} : { 'x-any-method': true }),
    parameters: [
      ...parametersIn('path', route.parameters),
      ...parametersIn('query', route.query),
      ...parametersIn('header', route.headers),
    ],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonOf(route.body.schema, 'input') } } },
    }),
    responses: { ...Object.fromEntries(common), ...mapValues(route.answers, answer) },
  };
}

function parametersIn(
  place: 'path' | 'query' | 'header',
  parameters: Readonly<Record<string, Parameter>> = {},
): object[] {
  return Object.entries(parameters).map(([name, { description, schema, required }]) => ({
    name,
    in: place,
    description,
    required: place === 'path' || required === true,
    schema: jsonOf(schema, 'input'),
  }));
}

function answer({ description, body, or }: Answer, status: string): object {
  const content = body && { content: { ...contentOf(body), ...(or && contentOf(or)) } };
  const header = headerOfStatus[status];
  const headers = header && { headers: { [header]: { schema: { type: 'integer' } } } };
  return { description, ...headers, ...content };
}

function contentOf(body: AnswerBody): Record<string, { readonly schema: object }> {
  if ('json' in body) return { 'application/json': { schema: jsonOf(body.json, 'output') } };
  return { [body.text]: { schema: { type: 'string' } } };
}

function jsonOf(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io });
  return json;
}

function mapValues<T>(
  values: Readonly<Record<string, T>>,
  change: (value: T, key: string) => object,
): Record<string, object> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
