/** `keyCode` of keys that an input method handles, also in browsers without `isComposing` for its last key. */
const PROCESSED = 229

/** Leaves the keys of an input method to it: they neither submit, close nor move anything. Called before other listeners exist. */
export function leaveKeysToInputMethod(): void {
  const leave = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === PROCESSED) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', leave, true)
}
