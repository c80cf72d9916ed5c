import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../strings/main.ts';
import { withoutIsolates } from '../strings/name-text.ts';
import { Button } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly closeLabel?: string;
  /** Called for the close button, Escape and a click outside the dialog. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog that is open while it is rendered. The native element traps the focus and restores it. */
export function Dialog({ title, closeLabel = texts.app.close, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A layout effect closes the dialog before it is removed: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog__head">
        <h2 id={heading} aria-label={withoutIsolates(title)}>
          {title}
        </h2>
        <Button kind="quiet" icon="close" aria-label={closeLabel} onClick={onClose} />
      </div>
      <div class="dialog__body">{children}</div>
    </dialog>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ComponentChildren }) {
  return <div class="dialog__actions">{children}</div>;
}
