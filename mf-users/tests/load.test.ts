import { describeLoad } from 'tab-testing'
import { users } from './section'

describeLoad(users)
