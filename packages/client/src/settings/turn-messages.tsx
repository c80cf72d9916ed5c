import { useState } from 'preact/hooks';
import type { PreferenceStore } from '../session/types.ts';
import { texts } from '../strings/main.ts';
import { Switch } from '../ui/fields.tsx';

/**
 * Messages of the system at one's turn. The browser is asked when the player switches them on, never before; until it answers, the
 * switch stays off, so that what it shows is what is kept.
 */
export function TurnMessages({ preferences }: { readonly preferences: PreferenceStore }) {
  const [answer, setAnswer] = useState({ isDenied: false });
  if (typeof Notification === 'undefined') return null;
  const { settings } = texts;
  const ask = async () => {
    // a new object every time: the switch is drawn again, as it is kept and not as it was pressed
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
