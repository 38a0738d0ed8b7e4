import { checkAdmission, release } from '../admission'
import { checkSource, ifRendered } from '../check-source'
import { checkBuild, checkVersionIsFree } from '../checks/free-version'
import { chosenSource } from '../chosen-source'
import type { Context } from '../context'
import { type Outcome, refusal } from '../outcome'
import type { Source } from '../source'

/**
 * Builds and checks a remote, or checks what another bundler built, as `pack` does. Publishes it if there are no findings,
 * as `publish --packed` does.
 *
 * @param target name of the remote; by default, the remote of the current folder
 */
export async function publishSource(context: Context, target: string | undefined): Promise<Outcome> {
  const { value: source, findings: unusable } = await chosenSource(context, target)
  return source ? publishChecked(context, source) : refusal(unusable)
}

/** Checks a source, and publishes it if there are no findings. */
export async function publishChecked(context: Context, source: Source): Promise<Outcome> {
  // Another version is another build, which no other check needs to see.
  const taken = await checkVersionIsFree(context.store, source, source.build)
  if (taken.length > 0) return refusal(taken)
  const checked = await checkSource(context, source)
  const { manifest } = checked
  const { key, findings: unadmitted } = await checkAdmission(context, manifest ?? source, checked.shells)
  const ofBuild = manifest ? await checkBuild(context.store, manifest, source.dist) : []
  const findings = [...checked.findings, ...ofBuild, ...unadmitted]
  if (!manifest || !key) return refusal(findings)
  const publishing = ({ folder }: { folder: string }) => release(context, manifest, folder, key, checked.shells)
  return ifRendered(context, source, { ...checked, manifest, findings }, publishing)
}
