import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAdmission, release } from '../admission'
import { checkContent } from '../checks/content'
import { checkFiles } from '../checks/dist'
import { checkBuild, checkVersionIsFree } from '../checks/free-version'
import { readShells, shellFindings } from '../checks/live-shells'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'
import { checkReport } from '../packed/check-report'
import { type Packed, unpack } from '../packed/packed-file'
import { remoteNameIn } from '../target'

/**
 * Publishes what `pack` wrote, and makes it live. It builds nothing and runs no code of the remote, not even in a browser.
 *
 * @param file absolute path
 * @param target name that the release must have; by default, that of package.json in the current folder, if it is a remote's
 */
export async function publishPacked(context: Context, file: string, target: string | undefined): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-packed-'))
  try {
    const { value: packed, findings } = await unpack(file, folder)
    if (!packed) return refusal(findings)
    return await publishUnpacked(context, packed, folder, target ?? (await remoteNameIn(context.folder)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function publishUnpacked(
  context: Context,
  { manifest, report }: Packed,
  dist: string,
  expected: string | undefined,
): Promise<Outcome> {
  const { name, build } = manifest
  const unwanted = [...otherRemote(name, expected), ...checkReport(report, context.shells, context.options.maxAge)]
  if (unwanted.length > 0) return refusal(unwanted)
  const taken = await checkVersionIsFree(context.store, manifest, build)
  if (taken.length > 0) return refusal(taken)
  const forbidden = await checkFiles(name, dist)
  if (forbidden.length > 0) return refusal(forbidden)
  const content = await checkContent(manifest, dist)
  const { value: shells = [], findings: unread } = await readShells(context)
  const ofBuild = await checkBuild(context.store, manifest, dist)
  const { key, findings: unadmitted } = await checkAdmission(context, manifest, shells)
  const findings = [...content.findings, ...unread, ...shellFindings(shells, manifest), ...ofBuild, ...unadmitted]
  if (findings.length > 0 || !key) return refusal(findings)
  const outcome = await release(context, manifest, dist, key, shells)
  const notes = [...notesFor(name, expected), ...(outcome.notes ?? [])]
  return { ...outcome, notes, result: { ...outcome.result, tests: report.tests } }
}

/** The job that packed the file could have packed any remote. */
function notesFor(name: string, expected: string | undefined): string[] {
  if (expected) return []
  return [`No name was given, so a file of any remote was accepted: "publish ${name} --packed …" accepts no other.`]
}

function otherRemote(name: string, expected = name): Finding[] {
  if (name === expected) return []
  const message = `The packed file is of ${name}, not of ${expected}.`
  return [{ code: 'packed-other', message, fix: `Pass the file that was packed from ${expected}, or name ${name}.` }]
}
