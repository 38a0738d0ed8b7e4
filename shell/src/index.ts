import { createMainLoader, startPage } from './start'

startPage(createMainLoader)
