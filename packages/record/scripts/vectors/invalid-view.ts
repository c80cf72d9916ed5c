import { fault, nth } from './fault.ts';
import { change, type Loose, set } from './forge.ts';
import { type InvalidVector, invalid } from './invalid-vector.ts';
import { signedView, vectorLogKey } from './views.ts';

const otherKey = await vectorLogKey('another log');
const right = await signedView(7, 'tree');
const larger = await signedView(8, 'tree');

/** Describes a fault in the view of player 0's first commit. */
const view = (name: string, code: string, note: string, members: Loose) =>
  fault(name, code, nth('commit', 2), note, 'views', (n) => set(n, members));

const header = (name: string, code: string, note: string, log: Loose) =>
  invalid(name, code, null, note, 'views', ({ record }) => ({
    header: (whole) => ({ ...whole, log: { ...record.header.log, ...log } }),
  }));

/** Faults in the views of the public log, and in the name and key of that log. */
export const viewVectors: readonly InvalidVector[] = [
  fault(
    'view-missing',
    'wrong-view',
    nth('commit', 3),
    'a commit without a view, in a match with a log',
    'views',
    (n) =>
      change(n, (draft) => {
        const { view: _view, ...members } = draft.members;
        return { ...draft, members };
      }),
  ),
  fault(
    'view-without-log',
    'wrong-view',
    nth('commit', 2),
    'a view, although the header names no log',
    'shortest',
    (n) => set(n, { view: right }),
  ),
  fault(
    'view-null-without-log',
    'wrong-view',
    nth('commit'),
    'no view, although the header names no log',
    'shortest',
    (n) => set(n, { view: null }),
  ),
  view('view-unsigned', 'wrong-view', 'a root that the log has not signed', {
    view: { ...right, root: larger.root },
  }),
  view('view-other-size', 'wrong-view', 'the signed root with another size', { view: { ...right, size: 8 } }),
  view('view-of-other-key', 'wrong-view', 'a view signed by another key', {
    view: await signedView(7, 'tree', otherKey),
  }),
  view('view-of-other-log', 'wrong-view', 'a view that the key signed for another origin', {
    view: await signedView(7, 'tree', undefined, 'other.example/log'),
  }),
  view('view-empty-tree', 'event-form', 'a view of a tree without entries', { view: { ...right, size: 0 } }),
  view('view-unknown-member', 'event-form', 'a view with a member that the format does not have', {
    view: { ...right, origin: 'anchor.example/log' },
  }),
  view('view-root-short', 'event-form', 'a root of 31 bytes', { view: { ...right, root: right.root.slice(2) } }),
  fault('view-elsewhere', 'event-form', nth('roll'), 'a view with a roll', 'views', (n) => set(n, { view: right })),
  header('header-log-origin', 'header-form', 'the name of a log with a plus sign', { origin: 'anchor.example+log' }),
  header('header-log-unknown-member', 'header-form', 'a log with a member that the format does not have', { size: 7 }),
  header('header-log-key', 'header-key', 'the key of the log is of small order', { key: `01${'00'.repeat(31)}` }),
];
