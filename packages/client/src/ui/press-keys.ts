/**
 * Lets Enter and Space press every control alike. The platform's buttons do by themselves; here Space also follows a link that looks
 * like a button, and Enter also presses a switch or a choice. Space does not follow a link within a text: there it scrolls the page.
 */
export function pressByKeys(root: Pick<Document, 'addEventListener'>): void {
  root.addEventListener('keydown', (event) => {
    const control = event.defaultPrevented ? null : pressed(event);
    if (!control) return;
    event.preventDefault();
    if (!event.repeat) control.click();
  });
}

function pressed({ key, target }: KeyboardEvent): HTMLElement | null {
  if (!(target instanceof HTMLElement)) return null;
  const isControl =
    (key === ' ' && target.matches('a.button')) ||
    (key === 'Enter' && target.matches('input[type="radio"], input[type="checkbox"]'));
  return isControl ? target : null;
}
