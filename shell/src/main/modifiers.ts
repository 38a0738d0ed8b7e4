const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift']

/** Whether a press or key has a modifier, so that it belongs to the browser: Ctrl opens a link in a new tab. */
export function hasModifier(event: Pick<MouseEvent, 'getModifierState'>): boolean {
  return MODIFIERS.some((key) => event.getModifierState(key))
}
