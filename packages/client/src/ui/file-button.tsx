import { useId, useRef } from 'preact/hooks';
import { Button, type ButtonKind } from './button.tsx';

interface FileButtonProps {
  readonly label: string;
  /** Names the kinds of files that are read. */
  readonly hint?: string;
  readonly kind?: ButtonKind;
  readonly accept?: string;
  readonly multiple?: boolean;
  /** True for a choice of folders, of which all files are given. */
  readonly folder?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the system's choice of files. The browser's own field has words in the browser's language and a look of its own, so it is hidden. */
export function FileButton({ label, hint, kind, accept, multiple, folder, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement | null>(null);
  const described = useId();
  return (
    <>
      <Button
        kind={kind ?? 'plain'}
        icon="upload"
        {...(hint && { 'aria-describedby': described })}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      {hint && (
        <span id={described} class="soft small">
          {hint}
        </span>
      )}
      <input
        ref={(field) => {
          input.current = field;
          if (field && folder) field.webkitdirectory = true;
        }}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ currentTarget: field }) => {
          const files = [...(field.files ?? [])];
          // Otherwise a browser reports no change if the reader chooses the same file again, after mending it.
          field.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
