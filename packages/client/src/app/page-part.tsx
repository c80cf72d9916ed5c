import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { texts } from '../strings/main.ts';
import { Reload } from './reload.tsx';

/** A page that is loaded on demand. If loading fails, a page with a message takes its place. */
export function pagePart<Props>(fetchPart: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy<ComponentType<Props>>(() => fetchPart().catch(() => ({ default: NotLoaded })));
}

function NotLoaded() {
  return <Reload title={texts.app.notLoadedTitle} text={texts.app.notLoaded} />;
}
