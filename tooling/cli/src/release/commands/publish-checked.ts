import { publish } from '@canje/release-store'
import { checkSource, ifOpened } from '../check-source'
import { checkBuild, checkVersionIsFree } from '../checks/free-version'
import { readShells } from '../checks/live-shells'
import { trustOf } from '../checks/logs'
import type { Context } from '../context'
import { Refusal, refuseIfAny } from '../findings'
import type { Outcome } from '../outcome'
import { checkPermission, releasePermitted } from '../permitted-release'
import type { Source } from '../source'

/** Checks a source, and publishes it if there are no findings. */
export async function publishChecked(context: Context, source: Source): Promise<Outcome> {
  const read = await readShells(context)
  const trust = trustOf(read.value ?? [], source.name)
  // Another version is another build, which no other check needs to see.
  refuseIfAny(await checkVersionIsFree(context.store, source, source.build, trust, context.options.next))
  const checked = await checkSource(context, source, read)
  const { value: manifest, shells } = checked
  const { value: key, findings: notPermitted } = await checkPermission(context, manifest ?? source, shells)
  const ofBuild = manifest ? await checkBuild(context.store, manifest, source.dist, trust) : []
  const findings = [...checked.findings, ...ofBuild, ...notPermitted]
  if (!key) throw new Refusal(findings)
  const command = context.options.from === undefined ? 'publish' : 'copy'
  return ifOpened(context, source, { ...checked, findings }, (folder, { name, entry, ...release }) => {
    const planned = { name, release: { ...release, entry: `${name}/${release.version}/${entry}` } }
    return releasePermitted(context, planned, key, shells, command, () => publish(context.store, folder, trust))
  })
}
