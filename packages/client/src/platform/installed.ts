/** True if the page runs as an installed app, in a window of its own. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || isStandalone() === true;
}

/** True in a browser of iOS, which installs pages by a command of its menu only. */
export function installsByMenu(): boolean {
  return isStandalone() === false;
}

/** Undefined in other browsers than those of iOS. */
function isStandalone(): boolean | undefined {
  return (navigator as { readonly standalone?: boolean }).standalone;
}
