import * as v from 'valibot'
import { authorityEntries } from './authority'
import { Origin } from './limits'
import { LoginConfig } from './login-config'

/** All settings of a shell's `/config.json` (D9). */
export const ShellConfig = v.object({
  ...LoginConfig.entries,
  ...authorityEntries,
  /** Further origins that tabs may send requests to. */
  connect: v.optional(v.array(Origin)),
})
export type ShellConfig = v.InferOutput<typeof ShellConfig>
