import { describeCsv } from 'tab-testing'
import { users } from './section'

describeCsv(users)
