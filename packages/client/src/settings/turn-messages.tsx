import { useState } from 'preact/hooks';
import type { PreferenceStore } from '../session/types.ts';
import { texts } from '../strings/main.ts';
import { Switch } from '../ui/fields.tsx';

/** Messages of the system at one's turn. The browser is asked when the player switches them on, never before. */
export function TurnMessages({ preferences }: { readonly preferences: PreferenceStore }) {
  const [denied, setDenied] = useState(false);
  if (typeof Notification === 'undefined') return null;
  const { settings } = texts;
  const change = async (wanted: boolean) => {
    const granted = wanted && (await Notification.requestPermission()) === 'granted';
    setDenied(wanted && !granted);
    preferences.set({ notifications: granted });
  };
  const isOn = preferences.current.value.notifications && Notification.permission === 'granted';
  return (
    <Switch
      label={settings.notifications}
      hint={denied ? settings.notificationsDenied : settings.notificationsHint}
      checked={isOn}
      onChange={change}
    />
  );
}
