/** The arrows between packages, between the folders of server and client, and above the packages. Type imports count. */
const packageOrder = {
  rules: [],
  met: [],
  log: [],
  record: ['rules', 'log'],
  wire: ['rules', 'record'],
  analysis: ['rules', 'record', 'met', 'wire'],
  engine: ['rules', 'met'],
  server: ['rules', 'record', 'met', 'log', 'wire', 'analysis', 'engine'],
  worker: ['rules', 'record', 'wire', 'analysis', 'engine'],
  session: ['rules', 'record', 'log', 'wire'],
  client: ['rules', 'record', 'met', 'log', 'wire', 'analysis', 'engine', 'session'],
  testkit: ['rules', 'record', 'wire'],
};
const packageRules = Object.entries(packageOrder).map(([name, allowed]) => ({
  name: `${name}-depends-on-${allowed.join('-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^packages/${name}/(src|test)/` },
  // The next rule says who may import the testkit.
  to: { path: '^packages/([^/]+)/', pathNot: `^packages/(${[name, 'testkit', ...allowed].join('|')})/` },
}));
packageRules.push({
  name: 'only-two-folders-of-record-import-log',
  severity: 'error',
  from: { path: '^packages/record/src/', pathNot: '^packages/record/src/(cli|log)/' },
  to: { path: '^packages/log/' },
});
packageRules.push({
  name: 'only-tests-import-the-testkit',
  severity: 'error',
  from: { path: '^packages/[^/]+/', pathNot: '^packages/(testkit|[^/]+/test|rules/tuning)/' },
  to: { path: '^packages/testkit/' },
});
// The rest of the testkit imports these packages. Their tests name the file by its path, without a dependency.
packageRules.push({
  name: 'packages-below-the-testkit-import-only-its-generators',
  severity: 'error',
  from: { path: '^packages/(rules|met|record|log|wire|engine)/' },
  to: { path: '^packages/testkit/', pathNot: '^packages/testkit/src/(random|hostile)\\.ts$' },
});

// The server's folders, from the lowest up: shared and config; domain; adapters beside one another; compose and commands. main.ts, which
// nothing imports, is the only file outside a folder, so that no cycle can run through such files.
const server = '^packages/server/src/';
const folders = {
  shared: [],
  config: [],
  domain: ['shared'],
  ...Object.fromEntries(
    ['storage', 'http', 'socket', 'mail', 'links', 'push', 'schedule', 'threads', 'metrics', 'keys'].map((folder) => [
      folder,
      ['domain', 'shared', 'generated'],
    ]),
  ),
};
const folderRules = [
  ...Object.entries(folders).map(([folder, allowed]) => ({
    name: `server-${folder}-imports-only-${allowed.join('-') || 'itself'}`,
    severity: 'error',
    from: { path: `${server}${folder}/` },
    to: { path: server, pathNot: `${server}(${[folder, ...allowed].join('|')})/` },
  })),
  {
    name: 'only-compose-commands-and-main-name-adapters',
    severity: 'error',
    from: { path: `${server}(?!compose/|commands/|main\\.ts$)([^/]+)(/|\\.ts$)` },
    to: { path: `${server}(?!shared/|domain/|generated/)[^/]+/`, pathNot: `${server}$1/` },
  },
  {
    name: 'server-files-are-in-a-folder',
    severity: 'error',
    from: { path: `${server}[^/]+\\.ts$`, pathNot: `${server}main\\.ts$` },
    to: {},
  },
  {
    name: 'nobody-imports-the-main-of-the-server',
    severity: 'error',
    from: {},
    to: { path: `${server}main\\.ts$` },
  },
  {
    name: 'server-has-no-folder-cycle',
    severity: 'error',
    scope: 'folder',
    from: { path: `${server}[^/]+` },
    to: { circular: true },
  },
];
const onlyIn = (name, library, folder) => ({
  name: `${name}-only-in-${folder}`,
  severity: 'error',
  from: { path: '^packages/server/src/', pathNot: `^packages/server/src/(${folder})/` },
  to: { path: library },
});

// The client's layers, each with the layers that it may import. docs/architecture.md draws them.
const clientLayers = {
  platform: [],
  engine: [],
  state: ['platform'],
  strings: [],
  ui: ['platform', 'strings'],
  board: ['strings', 'ui'],
  collection: ['platform', 'engine'],
  play: ['platform', 'state', 'engine', 'strings', 'ui', 'board', 'collection'],
  records: ['platform', 'state'],
  cards: ['platform', 'engine'],
  judged: ['platform', 'engine', 'strings', 'ui', 'board', 'collection', 'play', 'cards'],
  pages: ['platform', 'state', 'engine', 'strings', 'ui', 'board', 'collection', 'play', 'records', 'cards', 'judged'],
  app: ['platform', 'state', 'strings', 'ui', 'pages'],
};
const clientSource = '^packages/client/src/';
// The parts of bg-session, which index.ts and load.ts offer.
const sessionSource = '^packages/session/src/';
const sessionParts = {
  platform: [],
  stores: ['platform'],
  log: ['platform', 'stores'],
  connection: ['platform', 'stores', 'log'],
  session: ['platform', 'stores', 'log', 'connection'],
};
const sessionRules = Object.entries(sessionParts).map(([part, allowed]) => ({
  name: `session-${part}-imports-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `${sessionSource}${part}/` },
  to: { path: sessionSource, pathNot: `${sessionSource}(${[part, ...allowed].join('|')})/` },
}));
const clientRules = [
  ...Object.entries(clientLayers).map(([layer, allowed]) => ({
    name: `client-${layer}-depends-on-${allowed.join('-') || 'nothing'}`,
    severity: 'error',
    from: { path: `${clientSource}${layer}/` },
    to: { path: clientSource, pathNot: `${clientSource}(${[layer, ...allowed].join('|')})/` },
  })),
  {
    name: 'client-files-are-in-a-layer',
    severity: 'error',
    // the entries of the two builds import the layers, and nothing imports them
    from: {
      path: clientSource,
      pathNot: `${clientSource}((boot|saved-boot)\\.ts|(main|saved)\\.tsx|(${Object.keys(clientLayers).join('|')})/)`,
    },
    to: {},
  },
  {
    name: 'client-pages-do-not-import-one-another',
    severity: 'error',
    from: { path: `${clientSource}pages/([^/]+)/` },
    to: { path: `${clientSource}pages/`, pathNot: `${clientSource}pages/$1/` },
  },
  {
    name: 'client-has-no-folder-cycle',
    severity: 'error',
    scope: 'folder',
    from: { path: clientSource.slice(0, -1) },
    to: { circular: true },
  },
  {
    name: 'platform-and-session-have-no-user-interface',
    severity: 'error',
    from: { path: `${clientSource}platform/|^packages/session/src/` },
    to: { path: 'node_modules/(preact|preact-iso)/' },
  },
];

// The end-to-end tests and the benchmarks stand above the packages. The benchmarks measure internals, so they may import
// any source. The end-to-end tests see the programs from outside. Each exception names the files and what they import.
const internals = '^packages/[^/]+/(?:test/|src/(?!(?:import/|ratings/)?index\\.ts$))';
const internalsOf = {
  'analysis-by-a-worker': {
    files: '^e2e/(?:kit/analysis/|analyse-matches\\.ts$|test/(?:analysis-oracle|worker)\\.test\\.ts$)',
    may: 'worker/src/|server/src/domain/analysis/|server/test/volunteers/server\\.ts$|rules/test/mat\\.ts$',
  },
  'stored-data': {
    files: '^e2e/(?:attack/database|faults/(?:stored|check-totals))\\.ts$',
    may: 'server/src/storage/|server/src/domain/ports|server/test/storage/fixtures\\.ts$',
  },
  'costs-of-messages': { files: '^e2e/attack/socket-floods\\.ts$', may: 'server/src/socket/limits\\.ts$' },
  'engine-of-page-and-bot': {
    files: '^e2e/(?:test/(?:hint-and-bot|browsers-engine)\\.test|estimate-matches)\\.ts$',
    may: 'client/src/engine/|server/src/domain/bot/|engine/src/look-ahead\\.ts$',
  },
  'readers-of-a-lying-log': {
    files: '^e2e/lying-log/',
    may: 'session/src/log/public-log\\.ts$|log/src/witness\\.ts$|record/src/cli/audit/|server/src/(?:domain/(?:ports|public-log)|storage)/',
  },
  'writers-of-match-files': {
    files: '^e2e/test/browsers-import\\.test\\.ts$',
    may: 'record/test/support/(?:xg|zip)\\.ts$',
  },
  texts: { files: '^e2e/test/language\\.test\\.ts$', may: 'client/test/all-texts\\.ts$' },
};
const outerRules = [
  { name: 'packages-import-no-e2e-or-bench', from: '^packages/', to: '^(e2e|bench)/' },
  { name: 'e2e-imports-no-bench', from: '^e2e/', to: '^bench/' },
  { name: 'bench-imports-only-the-kit-of-e2e', from: '^bench/', to: '^e2e/', toNot: '^e2e/kit/' },
  { name: 'bench-folders-do-not-import-the-files-above-them', from: '^bench/[^/]+/', to: '^bench/[^/]+$' },
  { name: 'e2e-kit-imports-only-itself-of-e2e', from: '^e2e/kit/', to: '^e2e/', toNot: '^e2e/kit/' },
  { name: 'e2e-tests-do-not-import-one-another', from: '^e2e/test/', to: '^e2e/test/' },
  {
    name: 'e2e-faults-and-attack-are-apart',
    from: '^e2e/(faults|attack)/',
    to: '^e2e/(faults|attack)/',
    toNot: '^e2e/$1/',
  },
  {
    name: 'e2e-imports-packages-by-their-entry',
    from: '^e2e/',
    fromNot: Object.values(internalsOf).map(({ files }) => files),
    to: internals,
    toNot: '^packages/testkit/',
  },
  ...Object.entries(internalsOf).map(([name, { files, may }]) => ({
    name: `e2e-${name}-imports-only-its-internals`,
    from: files,
    to: internals,
    toNot: `^packages/(?:testkit/|${may})`,
  })),
].map(({ name, from, fromNot, to, toNot }) => ({
  name,
  severity: 'error',
  from: { path: from, ...(fromNot && { pathNot: fromNot }) },
  to: { path: to, ...(toNot && { pathNot: toNot }) },
}));

export default {
  forbidden: [
    // what Prisma generates is written by it alone
    { name: 'no-cycle', severity: 'error', from: { pathNot: '/generated/' }, to: { circular: true } },
    {
      name: 'nobody-imports-its-own-index',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^packages/$1/src/index\\.ts$' },
    },
    {
      name: 'no-orphan-resolution',
      comment: 'If a generated file is missing, run `node scripts/generate.mjs` in packages/server.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '/generated/' },
      to: { couldNotResolve: true },
    },
    ...packageRules,
    ...folderRules,
    ...sessionRules,
    ...clientRules,
    ...outerRules,
    onlyIn('prisma', 'node_modules/(@prisma|@libsql|prisma)/|/generated/', 'storage|generated'),
    onlyIn('koa', 'node_modules/(koa|@koa)', 'http'),
    onlyIn('ws', 'node_modules/ws/', 'socket'),
    onlyIn('nodemailer', 'node_modules/(@types/)?nodemailer/', 'mail'),
    onlyIn('web-push', 'node_modules/(@types/)?web-push/', 'push'),
    onlyIn('prom-client', 'node_modules/prom-client/', 'metrics'),
    onlyIn('ipaddr', 'node_modules/ipaddr\\.js/', 'shared'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages/[^/]+|e2e)/(dist|\\.results|public)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@anchor/source', 'import', 'node', 'default', 'types'],
    },
  },
};
