package wire

import (
	"time"

	"owl/app/config"
	"owl/engine/session"
)

// Sessions are the conversations of the configured home. They need no knowledge
// base.
func Sessions(cfg config.Config) *session.Store {
	return session.Open(cfg.Home, func() time.Time { return time.Now().In(cfg.Site.Zone) })
}

// Sessions are the conversations on this knowledge base.
func (o *Owl) Sessions() *session.Store { return session.Open(o.config.Home, o.now) }

// Converse begins a conversation, which is kept.
func (o *Owl) Converse() *session.Conversation {
	return o.Sessions().Converse(o.Loop, o.reader.context)
}

// Single answers single questions, of which only the audit log knows.
func (o *Owl) Single() *session.Conversation { return o.Sessions().Audited(o.Loop, o.reader.context) }
