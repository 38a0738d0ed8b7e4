import { createMainLoader } from './preload-main'
import { startShell } from './start'

startShell(createMainLoader)
