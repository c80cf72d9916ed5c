import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { texts } from '../strings/main.ts';
import { Reload } from './reload.tsx';

/** Keeps what surrounds a page from going down with it: a mistake of ours is told, and every other place can be reached. */
export function Guarded({ children }: { readonly children: ComponentChildren }) {
  const [fault, recover] = useErrorBoundary((error) => console.error(error));
  const { path } = useLocation();
  useEffect(() => recover(), [path]);
  return fault ? <Reload title={texts.app.broken} text={texts.app.brokenText} /> : children;
}
