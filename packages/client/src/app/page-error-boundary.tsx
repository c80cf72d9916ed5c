import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { texts } from '../strings/main.ts';
import { Reload } from './not-found.tsx';

/** An error boundary: if a page fails, it shows a message and the rest of the site stays usable. */
export function PageErrorBoundary({ children }: { readonly children: ComponentChildren }) {
  const [fault, recover] = useErrorBoundary((error) => console.error(error));
  const { path } = useLocation();
  useEffect(() => recover(), [path]);
  return fault ? <Reload title={texts.app.broken} text={texts.app.brokenText} /> : children;
}
