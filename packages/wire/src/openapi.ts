import * as z from 'zod/mini';
import {
  type Answer,
  type AnswerBody,
  commonAnswers,
  type HttpRoute,
  httpRoutes,
  type Parameter,
  secrets,
  tags,
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
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([tag, description]) => ({ name: tag, description })),
    paths: Object.fromEntries(
      routes.map(([name, route]) => [pathOf(route), { [verbOf(route)]: operation(name, route) }]),
    ),
    components: {
      responses: mapValues(commonAnswers, answer),
      securitySchemes: mapValues(secrets, (secret) => ({ type: 'apiKey', ...secret })),
    },
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
    tags: [route.tag],
    summary: firstSentence(route.summary),
    description: route.summary,
    // One of them is enough. An empty list says that the route needs none.
    security: (route.secrets ?? []).map((secret) => ({ [secret]: [] })),
    ...(route.bucket && { 'x-rate-bucket': route.bucket }),
    ...(isOpenRoute(route) && { 'x-other-origins': true }),
    ...(route.method === 'POST' ? {} : { 'x-any-method': true }),
    parameters: [...parametersIn('path', route.parameters), ...parametersIn('query', route.query)],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonOf(route.body.schema, 'input') } } },
    }),
    responses: { ...Object.fromEntries(common), ...mapValues(route.answers, answer) },
  };
}

function parametersIn(place: 'path' | 'query', parameters: Readonly<Record<string, Parameter>> = {}): object[] {
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
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => describeTuple(jsonSchema),
  });
  return json;
}

/** Says of a list of fixed length what its elements are. Generators of clients read `items`, and many ignore `prefixItems`. */
function describeTuple(list: z.core.JSONSchema.JSONSchema): void {
  const { prefixItems } = list;
  if (!prefixItems || list.items) return;
  const kinds = new Map(
    prefixItems.flatMap((item) => (typeof item === 'object' ? [[JSON.stringify(item), item] as const] : [])),
  );
  const [only, ...others] = kinds.values();
  if (only) list.items = others.length === 0 ? only : { anyOf: [only, ...others] };
}

function firstSentence(text: string): string {
  return /^.*?(?=\.(?: |$))/s.exec(text)?.[0] ?? text;
}

function mapValues<T>(
  values: Readonly<Record<string, T>>,
  change: (value: T, key: string) => object,
): Record<string, object> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
