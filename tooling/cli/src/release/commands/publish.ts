import type { Context } from '../context'
import type { Outcome } from '../outcome'
import { publishChecked } from './publish-checked'
import { publishPacked } from './publish-packed'

/**
 * Publishes a remote, and makes it live: a packed one with `--packed`, or else one that it builds and checks first, as `pack`
 * does.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function publishRemote(context: Context, target: string | undefined): Promise<Outcome> {
  const { packed } = context.options
  if (packed !== undefined) return publishPacked(context, packed, target)
  // On demand: a packed release is published without a bundler and a compiler.
  const { chosenSource } = await import('../chosen-source')
  return publishChecked(context, await chosenSource(context, target))
}
