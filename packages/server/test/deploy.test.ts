import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { readConfig, settingNames } from '../src/config/config.ts';
import { parseEnvFile } from '../src/config/env-file.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const page = read('docs/deploy.md');
const settings = parseEnvFile(read('deploy/anchor.env'));

describe('the deployment', () => {
  it('DE1 sets only settings that the service knows, to valid values, and leaves the port to the unit', () => {
    expect(Object.keys(settings).filter((name) => !settingNames.includes(name))).toEqual([]);
    const random = 'abcdef01'.repeat(8);
    const set = Object.entries(settings).map(([name, value]) => [name, value.replace(/^0{64}$|change-me/, random)]);
    expect(readConfig(Object.fromEntries(set))).toMatchObject({
      ok: true,
      value: { trustProxy: true, host: '127.0.0.1' },
    });
    expect(settings.PORT).toBeUndefined();
    expect(read('deploy/anchor@.service')).toMatch(/^Environment=PORT=%i$/m);
  });

  it('DE5 does not start before its secrets are set, and names them', () => {
    const refused = readConfig(settings);
    const named = refused.ok ? [] : [...refused.message.matchAll(/^ {2}([A-Z_]+) must /gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(['ACCOUNT_KEK', 'CRON_KEY', 'DATABASE_URL', 'SERVER_KEY', 'SMTP_URL', 'WORKER_KEY']);
  });

  it('DE6 keeps the cron key out of process lists', () => {
    const unit = read('deploy/anchor-daily.service');
    expect(unit).not.toMatch(/\?key=/);
    expect(unit).toMatch(/--header @-/);
  });

  it('DE2 is documented with existing settings', () => {
    const named = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    const ofCompose = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !settingNames.includes(name ?? '') && !ofCompose.includes(name))).toEqual([]);
  });

  it('DE3 documents every file of the folder, and only existing ones', () => {
    const files = readdirSync(fileURLToPath(new URL('deploy', root)));
    const patterns = [...page.matchAll(/deploy\/([\w@.*-]+)/g)].map(([, name = '']) => name);
    const matches = (pattern: string) =>
      files.filter((file) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(file));
    expect(patterns.filter((pattern) => matches(pattern).length === 0)).toEqual([]);
    expect(files.filter((file) => !patterns.some((pattern) => matches(pattern).includes(file)))).toEqual([]);
  });

  it('DE4 starts the built program, from a folder that the page creates', () => {
    const unit = read('deploy/anchor@.service');
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node packages\/server\/dist\/main\.js$/m);
    const [, folder = ''] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
    expect(page).toContain(`ln -sfn /opt/anchor/VERSION ${folder}`);
    expect(page).toContain('npm run build');
    const ports = [...read('deploy/nginx.conf').matchAll(/server (127\.0\.0\.1:\d+)/g)].map(([, address]) => address);
    // one list for all requests, and one for those that name a match
    expect(ports.map((address) => address?.split(':')[1])).toEqual(['3001', '3002', '3003', '3001', '3002', '3003']);
    expect(read('deploy/Caddyfile')).toContain(`to ${ports.slice(3).join(' ')}\n`);
  });

  it('DE7 has compose files that follow the Compose Specification', () => {
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
    const files = ['compose.yaml', 'compose.https.yaml', 'compose.cluster.yaml'].map((name) =>
      fileURLToPath(new URL(`deploy/${name}`, root)),
    );
    const results = linter.lintFiles(files, false);
    expect(results).toHaveLength(3);
    expect(results.flatMap(({ messages }) => messages).filter(({ rule }) => rule === 'invalid-schema')).toEqual([]);
  });

  it('DE12 publishes only the ports that the address of the containers needs', () => {
    const ports = (file: string) =>
      [...read(`deploy/${file}`).matchAll(/^ {6}- "([\d.:]+)"$/gm)].map(([, port]) => port);
    expect(ports('compose.yaml')).toEqual(['127.0.0.1:8080:8080']);
    expect(ports('compose.https.yaml')).toEqual(['80:80', '443:443']);
    expect(read('deploy/compose.https.yaml')).toContain('ports: !override');
    expect(ports('compose.cluster.yaml')).toEqual([]);
  });

  it('DE8 gives the containers only settings that the service knows, the same in both compose files', () => {
    const alone = settingsOf(read('deploy/compose.yaml'), 'anchor');
    const cluster = settingsOf(read('deploy/compose.cluster.yaml'), 'anchor');
    expect(alone.length).toBeGreaterThan(5);
    expect(alone.filter((name) => !settingNames.includes(name))).toEqual([]);
    expect(cluster).toEqual([...alone, 'DATABASE_URL', 'LINK_HOST', 'LINK_PORT', 'LINK_ADDRESS']);
  });

  it('DE9 builds the image without the data, the secrets and the builds of the machine', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '**/node_modules', '**/dist', '**/data', '**/.env', '**/*.db']),
    );
    const image = read('deploy/Dockerfile');
    expect(image).toMatch(/^CMD \["node", "packages\/server\/dist\/main\.js"\]$/m);
    expect(image).toMatch(/^USER anchor$/m);
  });

  it('DE10 judges no process by its health report: neither a proxy nor the check of a container asks for it', () => {
    const files = ['nginx.conf', 'Caddyfile', 'compose.Caddyfile', 'haproxy.cfg', 'Dockerfile', 'compose.yaml'];
    for (const file of [...files, 'compose.cluster.yaml']) {
      const directives = read(`deploy/${file}`).replaceAll(/^\s*#.*$/gm, '');
      expect(directives, file).not.toMatch(/healthz|shutdown-sessions/);
    }
    expect(read('deploy/haproxy.cfg').match(/fall 3\b/g)).toHaveLength(2);
  });

  it('DE11 decides if a proxy is trusted wherever it has one, and the image alone leaves it to its user', () => {
    expect(settings.TRUST_PROXY).toBe('1');
    for (const file of ['compose.yaml', 'compose.cluster.yaml'])
      expect(read(`deploy/${file}`)).toMatch(/^ {6}TRUST_PROXY: "1"$/m);
    const image = read('deploy/Dockerfile').replaceAll(/^\s*#.*$/gm, '');
    expect(image).toMatch(/^ENV NODE_ENV=production /m);
    expect(image).not.toMatch(/TRUST_PROXY/);
  });
});

/** The names of the settings that a compose file gives to a service. */
function settingsOf(compose: string, service: string): string[] {
  const [, block = ''] =
    new RegExp(`^ {2}${service}:\\n(?:.*\\n)*? {4}environment:.*\\n((?: {6}.*\\n)+)`, 'm').exec(compose) ?? [];
  return [...block.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name);
}
