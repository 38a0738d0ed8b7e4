import { accessibility } from './accessibility'
import { builtIns } from './built-ins'
import type { Check } from './check'
import { errors } from './errors'
import { globals } from './globals'
import { interruption } from './interruption'
import { listeners } from './listeners'
import { pageChanged } from './page-changed'
import { stillRunning } from './still-running'
import { storage } from './storage'
import { styles } from './styles'

/** What a tab must not do to the shell and to other tabs (D34, tab styles). */
export const CHECKS: readonly Check[] = [
  accessibility,
  styles,
  pageChanged,
  interruption,
  errors,
  builtIns,
  globals,
  listeners,
  stillRunning,
  storage,
]
