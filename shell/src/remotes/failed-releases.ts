import { containerGlobal, type RegisteredRemote, type Release } from 'registry'

const failures = new Map<string, string>()

/** Remembers that a build failed, so that it is not tried again before its remote has another live one or someone asks for it. */
export function noteFailure(remote: string, release: Release, error: unknown): void {
  failures.set(containerGlobal(remote, release), error instanceof Error ? error.message : String(error))
}

/** @returns why a build failed, or undefined */
export function failureOf(remote: string, release: Release): string | undefined {
  return failures.get(containerGlobal(remote, release))
}

/** Gives every release of a remote another chance. */
export function forgetFailures(remote: RegisteredRemote): void {
  for (const release of releasesOf(remote)) failures.delete(containerGlobal(remote.name, release))
}

/** The releases of a remote that may be shown, the best first. */
export function candidatesOf(remote: RegisteredRemote): Release[] {
  return releasesOf(remote).filter((release) => failureOf(remote.name, release) === undefined)
}

function releasesOf({ live, previous }: RegisteredRemote): Release[] {
  return [live, ...previous]
}
