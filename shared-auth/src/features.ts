/** The optional service features that this client uses (D27). */
export type Feature = 'idempotency' | 'history' | 'revoke'

let features: ReadonlySet<string> = new Set()

/**
 * Sets the optional features of the services, from `/config.json` (D27). The host calls it before the first request.
 * Unknown names are ignored; no feature is enabled by default.
 */
export function configureFeatures(names: readonly string[]): void {
  features = new Set(names)
}

/** The configured features, for the props of the tabs. */
export function serviceFeatures(): readonly string[] {
  return [...features]
}

/** True when the services have a feature. Features are configured, never probed (D27). */
export function hasFeature(name: Feature): boolean {
  return features.has(name)
}
