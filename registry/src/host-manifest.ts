import * as v from 'valibot'
import { ByPackage, Name, PathSegment } from './limits'

/** The manifest of the host's build (`release.json`, served at the root of the shell's origin). */
export const HostManifest = v.object({
  name: Name,
  version: PathSegment,
  build: PathSegment,
  /** The versions of the shared singletons that it provides to remotes. */
  provides: ByPackage,
  /** The key of its copy of `shared-ui`. */
  sharedUi: v.optional(PathSegment),
})
export type HostManifest = v.InferOutput<typeof HostManifest>
