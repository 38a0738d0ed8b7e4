/** What a service may have beyond the specified calls (D27); the names that this client makes use of. */
export type Feature = 'idempotency'

let features: ReadonlySet<string> = new Set()

/**
 * Sets what the services have beyond the specification, as `/config.json` lists it (D27). The host calls it once, before
 * any call; names that nothing here knows are ignored. Without it the services have nothing of that.
 */
export function configureFeatures(names: readonly string[]): void {
  features = new Set(names)
}

/** Whether the services have a feature. Nothing is probed (D27). */
export function hasFeature(name: Feature): boolean {
  return features.has(name)
}
