//! Places: a variable and a path into it.

use super::{Callee, Var};
use std::rc::Rc;

/// A step into a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// `[i]`
    Index(Var),
    /// `[[i, j]]`: an element of an array of another crate, with an index for each axis. `[i]` if
    /// there is one axis.
    Element(Vec<Var>),
    /// `.0`: a component of a tuple that is an element of an array.
    Field(usize),
    /// A field of a struct, or of a variant of an enum.
    Member(Member),
    /// `[from..to]`, `[from..]`, `[..=to]` …
    Slice {
        /// The first index; from the start if absent.
        from: Option<Var>,
        /// The end; to the end if absent.
        to: Option<Var>,
        /// Whether `to` is included.
        inclusive: bool,
    },
    /// `.row(i)`: a view that a method of an array of another crate returns. Only views have it.
    View(ViewMethod),
}

/// A method that returns a view of its receiver, with its arguments.
#[derive(Clone, Debug)]
pub struct ViewMethod {
    /// The method.
    pub method: Rc<Callee>,
    /// Its arguments, which carry no reals.
    pub arguments: Vec<Var>,
}

impl ViewMethod {
    fn key(&self) -> (String, &[Var]) {
        (self.method.key(), &self.arguments)
    }
}

impl PartialEq for ViewMethod {
    fn eq(&self, other: &ViewMethod) -> bool {
        self.key() == other.key()
    }
}

impl Eq for ViewMethod {}

impl std::hash::Hash for ViewMethod {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// A field by its name (a number in tuple structs).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// The path of the variant that the value is known to be, if it is an enum's.
    pub variant: Option<String>,
    /// The name.
    pub name: String,
    /// Whether it is known to be marked `#[constant]`: it has no part in the tangent.
    pub constant: bool,
    /// Whether the place is the content of a box in the field, `*s.f`. The field's part of the
    /// tangent is that of the content in either case.
    pub deref: bool,
}

impl Member {
    /// A field of a struct, or of the variant of an enum.
    pub fn new(variant: Option<String>, name: String) -> Member {
        Member { variant, name, constant: false, deref: false }
    }
}

/// A variable and a path into it. An empty path is the variable itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The array.
    pub root: Var,
    /// The steps, outermost first.
    pub path: Vec<Step>,
}
