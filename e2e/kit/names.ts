import type { Page } from 'playwright-core';

/** The guest at the page chooses a name, so that the server stores their key. */
export async function chooseName(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Guest/ }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('banner').getByText(name).waitFor();
}
