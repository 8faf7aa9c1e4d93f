//! Asks the models: to judge, to propose steps, to write. What they say is checked before it counts.

use super::dialogue::{Dialogue, StepOutcome};
use super::fence::LeftOut;
use super::prompts::{self, Topic};
use crate::agent::claims::{CitedText, Claim, Sentences, check};
use crate::agent::follow::Before;
use crate::agent::passages::passage::{Passage, Step};
use crate::llm::{LanguageModel, ModelProblem, Prompt, Reply, Stop, Usage};
use crate::search::Ranked;
use crate::stdx::{Stale, Ticket};
use serde_json::Value;

/// The models of research.
#[derive(Debug)]
pub struct Models {
    /// Proposes steps and writes the answer.
    pub writer: LanguageModel,
    /// Judges what was found, if another one is to do that.
    pub judge: Option<LanguageModel>,
}

impl Models {
    /// The models and where they are: answers of others are other answers.
    pub fn told(&self) -> String {
        let of = |model: &LanguageModel| format!("{} {}", model.address(), model.name());
        format!("{} {:?}", of(&self.writer), self.judge.as_ref().map(of))
    }
}

/// What a model is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The order of what was found.
    Order,
    /// Whether enough was found.
    Judge,
    /// What to look for next.
    Research,
    /// The answer.
    Answer,
}

impl Purpose {
    /// The purpose of this name.
    pub(in crate::agent) fn of(name: &str) -> Option<Purpose> {
        [Purpose::Order, Purpose::Judge, Purpose::Research, Purpose::Answer]
            .into_iter()
            .find(|purpose| purpose.name() == name)
    }

    /// The name that the provider knows the model by.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Order => "order",
            Purpose::Judge => "judge",
            Purpose::Research => "research",
            Purpose::Answer => "answer",
        }
    }
}

/// A request that was answered, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// What it was for.
    pub purpose: Purpose,
    /// The model.
    pub model: String,
    /// Its tokens.
    pub usage: Usage,
}

/// A request that is shown instead of sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// What it is for.
    pub purpose: Purpose,
    /// Where it would go.
    pub address: String,
    /// The model.
    pub model: String,
    /// What would be sent.
    pub body: Value,
    /// The prompt that the body is made of.
    pub prompt: Prompt,
}

/// What models had to do with an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelUse {
    /// The model that writes.
    pub name: String,
    /// Where it is.
    pub address: String,
    /// The requests that were answered.
    pub turns: Vec<Turn>,
    /// The requests that were shown instead of sent.
    pub outgoing: Vec<Outgoing>,
    /// What was left out, and what went wrong.
    pub notes: Vec<String>,
}

impl ModelUse {
    /// All tokens.
    pub fn usage(&self) -> Usage {
        self.turns.iter().fold(Usage::default(), |mut all, turn| {
            all += turn.usage;
            all
        })
    }
}

/// What a model advises.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::agent) struct Advice {
    /// Steps to take.
    pub steps: Vec<Step>,
    /// True if nothing is missing.
    pub is_complete: bool,
}

/// Those who are asked while one question is followed.
#[derive(Debug)]
pub(in crate::agent) struct Consultant<'m> {
    models: &'m Models,
    /// The question before, if this one goes on from it.
    before: Option<&'m Before>,
    is_dry: bool,
    /// Nobody is asked any more.
    is_over: bool,
    dialogue: Dialogue,
    found: Vec<StepOutcome>,
    left_out: LeftOut,
    turns: Vec<Turn>,
    outgoing: Vec<Outgoing>,
    notes: Vec<String>,
}

impl<'m> Consultant<'m> {
    /// With `is_dry` requests are noted, not sent.
    pub fn new(models: &'m Models, before: Option<&'m Before>, is_dry: bool) -> Consultant<'m> {
        Consultant {
            models,
            before,
            is_dry,
            is_over: false,
            dialogue: Dialogue::default(),
            found: Vec::new(),
            left_out: LeftOut::default(),
            turns: Vec::new(),
            outgoing: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// True while somebody is asked for advice.
    pub fn is_asked(&self) -> bool {
        !self.is_over
    }

    /// Notes what a step has found.
    pub fn note(&mut self, found: StepOutcome) {
        self.found.push(found);
    }

    /// Notes what the order of hits has cost, or what would be sent for it.
    pub fn note_order(&mut self, ranked: &Ranked) {
        let purpose = Purpose::Order;
        self.turns.extend(ranked.spent.iter().map(|spent| Turn {
            purpose,
            model: spent.model.clone(),
            usage: spent.usage,
        }));
        self.outgoing.extend(ranked.unsent.iter().map(|unsent| Outgoing {
            purpose,
            address: unsent.address.clone(),
            model: unsent.model.clone(),
            body: unsent.body.clone(),
            prompt: unsent.prompt.clone(),
        }));
        let why = ranked.not_reranked.iter();
        self.notes.extend(why.map(|reason| format!("the order is docql's own: {reason}")));
    }

    /// Asks what to look for next, if anything.
    ///
    /// # Errors
    ///
    /// [`Stale`] when the question has been given up meanwhile.
    pub fn advise(
        &mut self,
        question: &str,
        passages: &[&Passage],
        steps: &[String],
        ticket: &Ticket,
    ) -> Result<Advice, Stale> {
        let models = self.models;
        let topic = Topic { question, before: self.before };
        let mut missing = String::new();
        if let Some(judge) = &models.judge {
            let prompt = prompts::judge(topic, passages, &mut self.left_out);
            let reply = self.ask(Purpose::Judge, judge, &prompt, ticket, &mut |_| {})?;
            match reply.and_then(|reply| prompts::judged(&reply.text)) {
                Some((true, _)) => return Ok(Advice { is_complete: true, ..Advice::default() }),
                Some((false, told)) => missing = told,
                None => {}
            }
        }
        let mut found = std::mem::take(&mut self.found);
        // What cannot be understood is mended once, then the round goes on without it.
        for is_last in [false, true] {
            if self.is_over {
                break;
            }
            let prompt = self.dialogue.next(topic, passages, steps, &missing, &found, &mut self.left_out);
            let Some(reply) = self.ask(Purpose::Research, &models.writer, &prompt, ticket, &mut |_| {})? else { break };
            let proposed = self.dialogue.take(reply);
            if is_last || !proposed.steps.is_empty() || !proposed.is_faulty {
                let is_complete = proposed.steps.is_empty() && !proposed.is_faulty;
                return Ok(Advice { steps: proposed.steps, is_complete });
            }
            found.clear();
        }
        if self.is_dry {
            self.is_over = true;
        }
        Ok(Advice::default())
    }

    /// Has the answer written. `on_claim` is given each sentence as soon as it is whole and checked.
    ///
    /// # Errors
    ///
    /// [`Stale`] when the question has been given up meanwhile.
    pub fn write(
        &mut self,
        question: &str,
        passages: &[&Passage],
        sources: &[CitedText<'_>],
        ticket: &Ticket,
        on_claim: &mut dyn FnMut(&Claim),
    ) -> Result<Option<Vec<Claim>>, Stale> {
        let models = self.models;
        let topic = Topic { question, before: self.before };
        let prompt = prompts::answer(topic, passages, &mut self.left_out);
        let mut sentences = Sentences::default();
        let mut claims = Vec::new();
        let mut take = |whole: Vec<String>| {
            for sentence in whole {
                let claim = check(&sentence, sources);
                on_claim(&claim);
                claims.push(claim);
            }
        };
        let reply =
            self.ask(Purpose::Answer, &models.writer, &prompt, ticket, &mut |text| take(sentences.feed(text)))?;
        take(sentences.finish());
        let Some(reply) = reply else { return Ok(None) };
        match reply.stop {
            Stop::Refused(reason) if reason.is_empty() => self.notes.push("the model declines to answer".to_owned()),
            Stop::Refused(reason) => self.notes.push(format!("the model declines to answer: {reason}")),
            Stop::Length => self.notes.push("the answer is cut off; models.answer_tokens bounds it".to_owned()),
            Stop::BrokenOff(reason) => self.notes.push(format!("the answer breaks off: {reason}")),
            Stop::Done | Stop::Calls => {}
        }
        Ok(Some(claims))
    }

    /// What they had to do with the answer.
    pub fn finish(self) -> ModelUse {
        let writer = &self.models.writer;
        ModelUse {
            name: writer.name().to_owned(),
            address: writer.address().to_owned(),
            turns: self.turns,
            outgoing: self.outgoing,
            notes: self.left_out.notes().into_iter().chain(self.notes).collect(),
        }
    }

    fn ask(
        &mut self,
        purpose: Purpose,
        model: &LanguageModel,
        prompt: &Prompt,
        ticket: &Ticket,
        on_text: &mut dyn FnMut(&str),
    ) -> Result<Option<Reply>, Stale> {
        if self.is_dry {
            let (address, name) = (model.address().to_owned(), model.name().to_owned());
            let (body, prompt) = (model.body(prompt), prompt.clone());
            self.outgoing.push(Outgoing { purpose, address, model: name, body, prompt });
            return Ok(None);
        }
        if self.is_over {
            return Ok(None);
        }
        match model.ask(prompt, ticket, on_text)? {
            Ok(reply) => {
                self.turns.push(Turn { purpose, model: model.name().to_owned(), usage: reply.usage });
                Ok(Some(reply))
            }
            Err(problem) => {
                self.give_up(&problem);
                Ok(None)
            }
        }
    }

    /// Asks nobody any more: whoever fails once would fail at each further step too.
    fn give_up(&mut self, problem: &ModelProblem) {
        self.is_over = true;
        self.notes.push(format!("no answer of a model: {problem}"));
    }
}
