import { connectionFlood, connectionFloods } from './connection-floods.ts';
import type { Flood, Scene } from './flood.ts';
import { routeFlood, routeFloods } from './route-floods.ts';
import { socketFlood, socketFloods } from './socket-floods.ts';

type Open = (scene: Scene) => Flood;

const PREFIX = 'route/';

/** All floods by name. The name of a route has a prefix, because a message type may have the same name. */
const floods = new Map<string, Open>([
  ...socketFloods.map((type) => [type as string, (scene: Scene) => socketFlood(scene, type)] as const),
  ...routeFloods.map((name) => [PREFIX + name, (scene: Scene) => routeFlood(scene, name)] as const),
  ...connectionFloods.map((name) => [name as string, (scene: Scene) => connectionFlood(scene, name)] as const),
]);

/** The names of all floods, by group. */
export const floodGroups = {
  sockets: [...socketFloods, ...connectionFloods] as readonly string[],
  routes: routeFloods.map((name) => PREFIX + name) as readonly string[],
} as const;

/** The floods that slowed matches down most before they waited for their turn. */
export const WORST: readonly string[] = ['name', 'seek', 'puzzle', 'register', 'identify', `${PREFIX}loginClaim`];

/** Makes the flood of this name. Throws for an unknown name. */
export function makeFlood(name: string, scene: Scene): Flood {
  const open = floods.get(name);
  if (!open) throw new RangeError(`there is no flood ${name}`);
  return open(scene);
}
