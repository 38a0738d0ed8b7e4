import type { Context } from '../context'
import type { Outcome } from '../outcome'

/**
 * Publishes a remote, and makes it live: a packed one with `--packed`, or else one that it builds and checks first.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function publishRemote(context: Context, target: string | undefined): Promise<Outcome> {
  const { packed } = context.options
  // On demand: a packed release is published without a bundler, a compiler and a browser.
  if (packed === undefined) return (await import('./publish-source')).publishSource(context, target)
  return (await import('./publish-packed')).publishPacked(context, packed, target)
}
