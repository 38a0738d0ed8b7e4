import { listedSettings, readMenu } from '@canje/registry'
import { publicKeyOf } from '@canje/release-store'
import { readManifest } from '../checks/dist'
import { readReleaseKey } from '../checks/key'
import type { Context } from '../context'
import { type Finding, Refusal, refuseIfAny } from '../findings'
import { requireNamed } from '../other-build'
import type { Outcome } from '../outcome'
import { type Proposed, proposedBy } from '../proposal'
import { chosenRemote } from '../target'

/**
 * Prints what the operator of a shell has to list for a remote. It needs no store and no shell.
 *
 * @param target name of the remote; by default, the remote of the current folder, or that of `--dist`
 * @throws Refusal when the proposal is malformed
 */
export async function propose(context: Context, target: string | undefined): Promise<Outcome> {
  const { name, tab, slots = [], connect = [], settings } = await chosenProposal(context, target)
  const keys = await chosenKeys(context)
  const listed = settings && listedSettings(name, settings)
  const remotes = { [name]: { keys, tab, slots, connect, ...(listed !== undefined && { settings: listed }) } }
  refuseIfAny(readMenu(remotes).findings.map(({ reason }) => malformed(name, reason)))
  const notes = listed === settings ? [] : [`${listed} beside config.json has the settings of its settings.json.`]
  return { result: { remotes }, lines: [JSON.stringify(remotes, null, 2)], findings: [], notes }
}

async function chosenProposal({ folder, options: { dist } }: Context, target: string | undefined): Promise<Proposed> {
  if (dist === undefined) return chosenRemote(target, folder)
  const manifest = await readManifest(dist, 'Pass the folder that your bundler writes.')
  requireNamed(manifest, target)
  return proposedBy(manifest)
}

async function chosenKeys({ keyFile, options: { key, publicKey } }: Context): Promise<string[]> {
  if (publicKey !== undefined) return publicKey
  if (key !== undefined) return [publicKeyOf(await readReleaseKey(keyFile))]
  const fix = 'Pass --public-key <base64>, or --key <pem> for its public half. "keygen" makes a key.'
  throw new Refusal([{ code: 'key-missing', message: 'No key is named that may sign the remote.', fix }])
}

function malformed(name: string, reason: string): Finding {
  const fix = 'Correct canje in its package.json, or the release.json of another bundler.'
  return { code: 'build-failed', message: `${name} proposes what no shell can list. ${reason}.`, fix }
}
