/** The part of `navigator` that puts a number on the icon of the installed page. Few platforms have it. */
export type Badges = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** Shows on the icon of the installed page how many turns wait for the player. Without badges the title still tells. */
export function showBadge(turns: number, badges: Badges = navigator): void {
  const shown = turns > 0 ? badges.setAppBadge?.(turns) : badges.clearAppBadge?.();
  // A page that is not installed may be refused.
  shown?.catch(() => undefined);
}
