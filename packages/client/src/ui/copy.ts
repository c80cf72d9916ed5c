import { texts } from '../strings/main.ts';
import { toast } from './toast.tsx';

/** Copies a text to the clipboard and confirms it. Browsers may refuse, and an insecure page has no clipboard. */
export async function copy(text: string, said: string): Promise<void> {
  toast((await copied(text)) ? said : texts.app.notCopied);
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
