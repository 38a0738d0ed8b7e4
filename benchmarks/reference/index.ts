import { startShell } from 'shell/start'
import { loadMain } from './load-main'

startShell(() => loadMain)
