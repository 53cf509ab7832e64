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
    /// `.row(i)`: a view that a method of an array of another crate returns. Aliases and places that
    /// are changed have it, and elements that are read.
    View(ViewMethod),
}

/// Methods that return a view of a part of the receiver, or of the receiver with other axes: the
/// number of their arguments, and the method that returns the same view to change it.
pub const VIEW_METHODS: &[(&str, usize, &str)] = &[
    ("column", 1, "column_mut"),
    ("diag", 0, "diag_mut"),
    ("index_axis", 2, "index_axis_mut"),
    ("insert_axis", 1, "insert_axis"),
    ("permuted_axes", 1, "permuted_axes"),
    ("remove_axis", 1, "remove_axis"),
    ("reversed_axes", 0, "reversed_axes"),
    ("row", 1, "row_mut"),
    ("slice", 1, "slice_mut"),
    ("slice_axis", 2, "slice_axis_mut"),
    ("t", 0, "reversed_axes"),
    ("view", 0, "view_mut"),
];

/// A method that returns a view of its receiver, with its arguments.
#[derive(Clone, Debug)]
pub struct ViewMethod {
    /// The method, which does not change its receiver.
    pub method: Rc<Callee>,
    /// Its arguments, which carry no reals.
    pub arguments: Vec<Var>,
}

impl ViewMethod {
    /// The method that returns the view to change it.
    pub fn mutable_view_method(&self) -> Option<&'static str> {
        let name = self.method.name();
        let of_name = VIEW_METHODS
            .iter()
            .find(|(shared, arguments, _)| *shared == name && *arguments == self.arguments.len());
        of_name.map(|(_, _, changing)| *changing)
    }

    /// The place before it determines the types.
    fn key(&self) -> (String, &[Var]) {
        (self.method.name(), &self.arguments)
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
