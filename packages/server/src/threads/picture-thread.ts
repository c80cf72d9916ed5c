// The script of ThreadPainter's thread, and the messages between the two.
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { type MatchRecord, StepReader } from 'bg-record';
import { boardSvg, type Scene } from '../domain/links/board-svg.ts';
import { takeMessages } from '../shared/thread-end.ts';

/** The picture to paint: a scene, or the last position of a finished match. */
export type Subject = { readonly scene: Scene } | { readonly record: MatchRecord };

/** The picture as PNG, or the reason why there is none. */
export type Painting = { readonly png: Uint8Array } | { readonly fault: string };

function lastScene({ header, events }: MatchRecord): Scene {
  const reader = new StepReader(header);
  for (const event of events) reader.append(event);
  const { position, cube } = reader.state;
  return { position, cube, dice: null };
}

function paint(subject: Subject): Painting {
  try {
    const scene = 'scene' in subject ? subject.scene : lastScene(subject.record);
    return { png: new Resvg(boardSvg(scene), { font: { loadSystemFonts: false } }).render().asPng() };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

takeMessages((subject: Subject) => parentPort?.postMessage(paint(subject)));
