import { useState } from 'preact/hooks';
import { texts } from '../strings/main.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface ConfirmedButtonProps {
  readonly kind: 'quiet' | 'danger';
  /** The act, as the button and its confirmation name it. */
  readonly label: string;
  /** Says in the dialog what is lost. */
  readonly warning: string;
  readonly onConfirm: () => void;
}

/** A button for an act that cannot be undone. The reader has to confirm it in a dialog. */
export function ConfirmedButton({ kind, label, warning, onConfirm }: ConfirmedButtonProps) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setAsks(true)}>
        {label}
      </Button>
      {asks && (
        <Dialog title={label} onClose={() => setAsks(false)}>
          <Notice tone="warn">{warning}</Notice>
          <DialogActions>
            <Button onClick={() => setAsks(false)}>{texts.app.cancel}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsks(false);
                onConfirm();
              }}
            >
              {label}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
