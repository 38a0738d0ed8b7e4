/** Opens the channel of all windows; undefined in a browser without any. */
export function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('canje.session')
}
