type Receiver = (message: unknown) => void

const early: unknown[] = []
let receive: Receiver = (message) => early.push(message)

/** Listens to the other windows, once per document. Messages wait for {@link receiveMessages}, which loads later. */
export function listenToOtherWindows(): void {
  openChannel()?.addEventListener('message', ({ data }) => receive(data))
}

/** Gives each message of other windows to the receiver, in order: first those that have waited for it. */
export function receiveMessages(receiver: Receiver): void {
  receive = receiver
  early.splice(0).forEach(receiver)
}

/**
 * Opens the channel of all windows; undefined in a browser without any.
 *
 * @param suffix of another channel, such as that of the answers to one request
 */
export function openChannel(suffix = ''): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`canje.session${suffix}`)
}
