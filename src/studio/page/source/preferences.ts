// How the user of this browser likes the page, whatever game it shows. Knows nothing of games.

export interface Preferences {
  /** The bar that shows what the position is worth. */
  evaluation: boolean;
  sound: boolean;
  /** The squares that another role threatens. */
  threats: boolean;
}

const KEY = "regola.preferences";

/** What was chosen last; everything is off at first. */
export function preferences(): Preferences {
  const nothing = { evaluation: false, sound: false, threats: false };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Preferences> | null;
    return { ...nothing, ...kept };
  } catch {
    return nothing;
  }
}

export function prefer(chosen: Partial<Preferences>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...preferences(), ...chosen }));
  } catch {
    // A browser without storage does as it was told until the page is closed.
  }
}
