import { createRoot, type Root } from 'react-dom/client'
import { configureServices } from 'shared-auth'
import { configureFeatures, dropEarlyCalls, takeOverEarlyCalls } from 'shared-auth/host'
import { speakSpanish } from 'shared-ui/primereact'
import { SLOW_MS, SlowNotice } from 'shared-ui/slow-notice'
import 'shared-ui/theme.css'
import './shell.css'
import { App } from './App'
import { AppFailure } from './AppFailure'
import { loadConfig } from './config'
import { configureTabs } from './prepare-tabs'
import { storeAskedPreview } from './remotes/stored-preview'

speakSpanish()
storeAskedPreview()

// A page that lost another of its files says so already, in the place of its root.
const element = document.getElementById('root')
if (element) start(createRoot(element))

async function start(root: Root): Promise<void> {
  const slow = setTimeout(() => root.render(<StartPending />), SLOW_MS)
  try {
    const config = await loadConfig().finally(() => clearTimeout(slow))
    configureServices(config)
    configureFeatures(config.features)
    takeOverEarlyCalls()
    configureTabs(config)
    root.render(<App />)
  } catch (error) {
    console.error(error)
    dropEarlyCalls()
    root.render(<AppFailure />)
  }
}

/** Shown when the configuration takes longer than a moment: an empty page says nothing. */
function StartPending() {
  return (
    <main className="guard-pending">
      <SlowNotice wait="slow" />
    </main>
  )
}
