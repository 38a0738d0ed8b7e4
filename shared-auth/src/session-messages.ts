/**
 * Opens the channel of all windows; undefined in a browser without any.
 *
 * @param suffix of another channel, such as that of the answers to one request
 */
export function openChannel(suffix = ''): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`canje.session${suffix}`)
}
