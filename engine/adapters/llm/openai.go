package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/packages/ssestream"
	"github.com/openai/openai-go/v3/shared"

	"owl/engine/tools"
	"owl/engine/writer/chat"
)

// openAI asks OpenAI-compatible services.
type openAI struct {
	cfg     Config
	service openai.ChatCompletionService
	quirks  quirks
}

func newOpenAI(cfg Config, h *host) *openAI {
	options := []option.RequestOption{
		option.WithBaseURL(cfg.URL + "/"), option.WithHTTPClient(h.client), option.WithMaxRetries(0),
		option.WithMiddleware(func(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
			return wholeOrStream(h.inspect(next(req)))
		}),
	}
	if h.key != "" {
		options = append(options, option.WithAPIKey(h.key))
	}
	return &openAI{cfg: cfg, service: openai.NewChatCompletionService(options...)}
}

// Name is the model's.
func (o *openAI) Name() string { return o.cfg.Model }

// Chat asks once, or twice when the service says that it does not know an option.
func (o *openAI) Chat(ctx context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	reply, err := o.once(ctx, req, onDelta)
	if o.quirks.learn(err) {
		return o.once(ctx, req, onDelta)
	}
	return reply, err
}

func (o *openAI) once(caller context.Context, req chat.Request, onDelta func(string)) (chat.Reply, error) {
	ctx, w := newWatch(caller, o.cfg)
	defer w.stop()
	c := newCollector(onDelta, o.cfg.MaxReply)
	params, err := o.params(req)
	if err != nil {
		return chat.Reply{}, err
	}
	stream := o.service.NewStreaming(ctx, params)
	defer stream.Close()
	for !c.full() && stream.Next() {
		w.tick()
		c.chunk(stream.Current())
	}
	if err := streamError(stream.Err(), c); err != nil {
		return chat.Reply{}, ended(ctx, caller, err)
	}
	return c.reply()
}

// streamError puts the end of a stream into words; nil when the reply is whole.
func streamError(err error, c *collector) error {
	var whole *wholeReply
	var said *ssestream.StreamError
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case c.full():
		return nil
	case errors.As(err, &whole):
		return c.envelope(whole.body)
	case errors.As(err, &said):
		return &failure{kind: chat.ErrServer, detail: line(said.Message)}
	case errors.As(err, &syntax) || errors.As(err, &kind):
		return &failure{kind: chat.ErrEnvelope, detail: "a piece of the stream is not JSON"}
	case err != nil:
		return broken(err)
	case c.finish == "" && c.bytes > 0:
		return broken(io.ErrUnexpectedEOF)
	}
	return nil
}

// wholeReply is a reply that came in one piece although a stream was asked for.
type wholeReply struct{ body []byte }

func (*wholeReply) Error() string { return "the reply came in one piece" }

// wholeOrStream reads what is no stream.
func wholeOrStream(resp *http.Response, err error) (*http.Response, error) {
	if err != nil || mediaType(resp) == "text/event-stream" {
		return resp, err
	}
	body := resp.Body
	defer body.Close()
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, broken(err)
	}
	if mediaType(resp) == "text/html" {
		return nil, &failure{kind: chat.ErrEnvelope, detail: "it is a page for a browser"}
	}
	return nil, &wholeReply{text}
}

// chunk takes one piece of a stream.
func (c *collector) chunk(chunk openai.ChatCompletionChunk) {
	if chunk.Usage.TotalTokens > 0 {
		c.usage = chat.Usage{Prompt: int(chunk.Usage.PromptTokens), Completion: int(chunk.Usage.CompletionTokens)}
	}
	if len(chunk.Choices) == 0 {
		return
	}
	choice := chunk.Choices[0]
	c.add(choice.Delta.Content)
	for _, call := range choice.Delta.ToolCalls {
		c.call(int(call.Index), call.ID, call.Function.Name, call.Function.Arguments)
	}
	if choice.FinishReason != "" {
		c.finish = chat.Finish(choice.FinishReason)
	}
}

func (o *openAI) params(req chat.Request) (openai.ChatCompletionNewParams, error) {
	p := openai.ChatCompletionNewParams{Model: o.cfg.Model}
	if !o.quirks.has(noUsage) {
		p.StreamOptions.IncludeUsage = param.NewOpt(true)
	}
	if !o.quirks.has(noTemperature) {
		p.Temperature = param.NewOpt(req.Temperature)
	}
	switch {
	case req.MaxTokens > 0 && o.quirks.has(newLimit):
		p.MaxCompletionTokens = param.NewOpt(int64(req.MaxTokens))
	case req.MaxTokens > 0:
		p.MaxTokens = param.NewOpt(int64(req.MaxTokens))
	}
	if len(req.Stop) > 0 {
		p.Stop = openai.ChatCompletionNewParamsStopUnion{OfStringArray: req.Stop}
	}
	if req.System != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(req.System))
	}
	for _, m := range req.Messages {
		p.Messages = append(p.Messages, messageParam(m))
	}
	for _, t := range req.Tools {
		tool, err := toolParam(t)
		if err != nil {
			return p, err
		}
		p.Tools = append(p.Tools, tool)
	}
	return p, nil
}

func toolParam(t tools.Spec) (openai.ChatCompletionToolUnionParam, error) {
	var schema map[string]any
	if err := json.Unmarshal(t.Schema, &schema); err != nil {
		return openai.ChatCompletionToolUnionParam{}, fmt.Errorf("was not asked: schema of tool %s: %w", t.Name, err)
	}
	return openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
		Name: t.Name, Description: param.NewOpt(t.Description), Parameters: schema,
	}), nil
}

func messageParam(m chat.Message) openai.ChatCompletionMessageParamUnion {
	switch m.Role {
	case chat.Returned:
		return openai.ToolMessage(m.Text, m.CallID)
	case chat.Assistant:
		var said openai.ChatCompletionAssistantMessageParam
		said.Content.OfString = param.NewOpt(m.Text)
		for _, call := range m.Calls {
			said.ToolCalls = append(said.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{
				OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
					ID:       call.ID,
					Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{Name: call.Name, Arguments: string(call.Args)},
				},
			})
		}
		return openai.ChatCompletionMessageParamUnion{OfAssistant: &said}
	}
	return openai.UserMessage(m.Text)
}
