import { useState } from 'preact/hooks';
import type { PreferenceStore } from '../../protocol/types.ts';
import { texts } from '../../strings/main.ts';
import { Switch } from '../../ui/fields.tsx';

/**
 * The switch for system notifications when it is the player's turn. The page asks the browser for permission only when
 * the player turns it on. Until the browser answers, the switch stays off, so that it always shows the stored value.
 */
export function TurnMessages({ preferences }: { readonly preferences: PreferenceStore }) {
  const [answer, setAnswer] = useState({ isDenied: false });
  if (typeof Notification === 'undefined') return null;
  const { settings } = texts;
  const ask = async () => {
    // a new object every time, to redraw the switch with the stored value
    setAnswer({ isDenied: false });
    const given = await Notification.requestPermission();
    setAnswer({ isDenied: given === 'denied' });
    preferences.set({ notifications: given === 'granted' });
  };
  const change = (wanted: boolean) => {
    if (wanted && Notification.permission !== 'granted') return ask();
    preferences.set({ notifications: wanted });
  };
  const isOn = preferences.current.value.notifications && Notification.permission === 'granted';
  return (
    <Switch
      label={settings.notifications}
      hint={answer.isDenied ? settings.notificationsDenied : settings.notificationsHint}
      checked={isOn}
      onChange={change}
    />
  );
}
